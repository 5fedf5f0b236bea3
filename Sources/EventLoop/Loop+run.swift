// Loop: running it, and the choice between sleeping and polling again.

private import CUV
private import Glibc

extension Loop {
    /// Runs the loop on the calling thread until no handle is open.
    ///
    /// Going to sleep and being woken costs more than all the work on a tile from memory, for the loop and also for the thread that wakes
    /// it. While sleeps are short, the loop therefore polls a number of times before it sleeps, and yields to other threads between the
    /// polls (`SpinPolicy`).
    public func run() {
        var spinPolicy = SpinPolicy()
        while true {
            unsafe shared.pointee.wokenAt = 0
            let isSpinning = spinPolicy.isSpinning
            let start = isSpinning ? 0 : uv_hrtime()
            if unsafe uv_run(raw, isSpinning ? UV_RUN_NOWAIT : UV_RUN_ONCE) == 0 { return }
            let wokenAt = unsafe shared.pointee.wokenAt
            if wokenAt != 0 {
                if isSpinning { spinPolicy.didFindWork() } else { spinPolicy.didSleep(for: wokenAt - start) }
            } else if isSpinning {
                spinPolicy.didFindNothing()
                sched_yield()
            }
        }
    }
}
