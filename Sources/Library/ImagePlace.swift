// ImagePlace: the file and page that an identifier means.

/// The result of looking up an identifier in a backend.
struct ImagePlace {
    /// The identifier without the page.
    let name: String
    /// Where the backend opens the file.
    let location: String
    /// From 0.
    let page: Int

    /// Looks up an identifier: the name of a file, or a name followed by `;N` for a page, from 1. A file whose own name ends so comes
    /// first. Nil when there is no such file. Worker threads.
    init?(_ identifier: String, in backend: any LibraryBackend) {
        if let location = backend.resolve(identifier) {
            self.init(name: identifier, location: location, page: 0)
            return
        }
        guard let semicolon = identifier.utf8.lastIndex(of: UInt8(ascii: ";")) else { return nil }
        let digits = identifier.utf8[identifier.utf8.index(after: semicolon)...]
        guard (1...6).contains(digits.count), digits.first != UInt8(ascii: "0"), digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(String(decoding: digits, as: UTF8.self))
        else { return nil }
        let name = String(identifier[..<semicolon])
        guard let location = backend.resolve(name) else { return nil }
        self.init(name: name, location: location, page: number - 1)
    }

    private init(name: String, location: String, page: Int) {
        self.name = name
        self.location = location
        self.page = page
    }
}
