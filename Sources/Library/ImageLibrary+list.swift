// The list of images, page by page.

extension ImageLibrary {
    /// The names of all files that may be images, in natural order; not older than a second. Worker threads.
    public func files() -> [String] { listing.names() }

    /// A page of the list of images, in natural order of their names. Files that are no images, or whose headers cannot be read, are left
    /// out. Worker threads: each file's header is read, unless that was done before.
    /// - Parameters:
    ///   - after: the identifier behind which the page begins; nil for the first page.
    ///   - limit: images at most.
    ///   - isWanted: asked before each file; when it says false, the page ends.
    /// - Returns: the records, and the identifier behind which the next page begins, nil at the end.
    public func list(
        after: String?, limit: Int, while isWanted: () -> Bool = { true }
    ) -> (records: [ImageRecord], next: String?) {
        let files = files()
        var index = 0
        if let after {
            // The file itself may be gone: continue behind the place where it would be.
            index = files.partitioningIndex { NaturalOrder.precedes(after, $0) }
        }
        var records: [ImageRecord] = []
        // Among very many other files, a page may come back short: one request must not read a hundred thousand headers.
        let end = min(files.count, index + max(10 * limit, 1_000))
        while index < end, records.count < limit, isWanted() {
            if let record = try? record(files[index]) { records.append(record) }
            index += 1
        }
        let hasMore = index < files.count && index > 0
        return (records, hasMore ? files[index - 1] : nil)
    }
}

extension [String] {
    /// The index from which on `belongs` holds, in an array that is ordered by it.
    fileprivate func partitioningIndex(_ belongs: (String) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if belongs(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
