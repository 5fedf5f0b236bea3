// Running a loop: when it sleeps, and when it rather looks again.

private import CUV
private import Glibc

extension Loop {
    /// Runs until no open handle is left.
    ///
    /// A loop that has much to do does not sleep. To go to sleep and be woken costs more than all the work on a tile from memory, for the
    /// loop and, which is worse, for whoever wakes it. So while its sleeps are short, the loop looks for something to do some times before it
    /// sleeps, and lets other threads of its core go first meanwhile (`SpinPolicy`).
    public func run() {
        var spinPolicy = SpinPolicy()
        while true {
            unsafe shared.pointee.wokenAt = 0
            let isLooking = spinPolicy.isLooking
            let start = isLooking ? 0 : uv_hrtime()
            if unsafe uv_run(raw, isLooking ? UV_RUN_NOWAIT : UV_RUN_ONCE) == 0 { return }
            let wokenAt = unsafe shared.pointee.wokenAt
            if wokenAt != 0 {
                if isLooking { spinPolicy.found() } else { spinPolicy.slept(for: wokenAt - start) }
            } else if isLooking {
                spinPolicy.foundNothing()
                sched_yield()
            }
        }
    }
}
