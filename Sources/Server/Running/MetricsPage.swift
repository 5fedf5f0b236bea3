// MetricsPage: the answer to GET /metrics, in the text format of Prometheus.

internal import Caching
internal import Tiles
internal import Workers

/// The counters of all loops and of the tile service.
struct MetricsPage {
    let loads: [LoopLoad]
    let service: TileService

    var text: String {
        requests + cache + work + process
    }

    private var requests: String {
        let loops = loads.map(\.metrics.counters)
        var text = MetricsPage.head("azulejo_http_requests_total", "counter", "Requests answered.")
        for route in RouteName.all {
            for status in 100..<600 {
                let count = loops.reduce(0) { $0 + $1.requests(route, status: status) }
                if count > 0 { text += "azulejo_http_requests_total{route=\"\(route)\",status=\"\(status)\"} \(count)\n" }
            }
        }
        let durations = RequestMetrics.bounds.indices.map { index in loops.reduce(0) { $0 + $1.durations[index] } }
        let beyond = loops.reduce(0) { $0 + $1.durations[RequestMetrics.bounds.count] }
        let milliseconds = loops.reduce(0) { $0 + $1.milliseconds }
        let name = "azulejo_http_request_duration_seconds"
        text += MetricsPage.head(name, "histogram", "Time from a request to its answer.")
        var sum = 0
        for (bound, count) in zip(RequestMetrics.bounds, durations) {
            sum += count
            text += "\(name)_bucket{le=\"\(Double(bound) / 1_000)\"} \(sum)\n"
        }
        sum += beyond
        text += "\(name)_bucket{le=\"+Inf\"} \(sum)\n\(name)_sum \(Double(milliseconds) / 1_000)\n\(name)_count \(sum)\n"
        return text
    }

    private var cache: String {
        let memory = service.memory.statistics
        let disk = service.diskStatistics
        return MetricsPage.head("azulejo_cache_hits_total", "counter", "Look-ups that found what they looked for.")
            + "azulejo_cache_hits_total{tier=\"memory\"} \(memory.hits)\n"
            + "azulejo_cache_hits_total{tier=\"disk\"} \(disk.hits)\n"
            + MetricsPage.head("azulejo_cache_misses_total", "counter", "Look-ups that did not.")
            + "azulejo_cache_misses_total{tier=\"memory\"} \(memory.misses)\n"
            + "azulejo_cache_misses_total{tier=\"disk\"} \(disk.misses)\n"
            + MetricsPage.head("azulejo_cache_bytes", "gauge", "Bytes held.")
            + "azulejo_cache_bytes{tier=\"memory\"} \(service.memory.byteCount)\n"
            + "azulejo_cache_bytes{tier=\"disk\"} \(service.diskByteCount)\n"
    }

    private var work: String {
        var text = MetricsPage.head("azulejo_queue_depth", "gauge", "Jobs that wait for a worker.")
        for lane in Lane.allCases { text += "azulejo_queue_depth{lane=\"\(lane)\"} \(service.queueDepth(of: lane))\n" }
        // The label's name before it was "prefetch"; it goes with the next release.
        text += "azulejo_queue_depth{lane=\"anticipated\"} \(service.queueDepth(of: .prefetch))\n"
        return text + MetricsPage.head("azulejo_builds_running", "gauge", "Pyramids that are being built.")
            + "azulejo_builds_running \(service.buildCount)\n"
            + MetricsPage.head(
                "azulejo_native_tiles_total", "counter", "Tiles taken from their sources as they stand there, without decoding.")
            + "azulejo_native_tiles_total \(service.nativeTileCount)\n"
            + prefetched(
                "azulejo_prefetched_tiles_total", "Tiles begun before they were asked for: asked for then, or given up before.")
            + prefetched("azulejo_anticipated_tiles_total", "Deprecated: azulejo_prefetched_tiles_total under its former name.")
            + MetricsPage.head("azulejo_connections", "gauge", "Open connections.")
            + "azulejo_connections \(loads.reduce(0) { $0 + $1.connectionCount })\n"
    }

    private func prefetched(_ name: String, _ help: String) -> String {
        let tiles = service.memory.prefetched
        return MetricsPage.head(name, "counter", help) + "\(name){outcome=\"used\"} \(tiles.used)\n"
            + "\(name){outcome=\"wasted\"} \(tiles.wasted)\n"
    }

    private var process: String {
        MetricsPage.head("process_resident_memory_bytes", "gauge", "Resident memory.")
            + "process_resident_memory_bytes \(ProcessFigures.residentBytes)\n"
            + MetricsPage.head("process_open_fds", "gauge", "Open file descriptors.")
            + "process_open_fds \(ProcessFigures.openDescriptors)\n"
    }

    private static func head(_ name: String, _ type: String, _ help: String) -> String {
        "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }
}
