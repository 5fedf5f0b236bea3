// PDF: a document of small pages, written by hand.

enum PDF {
    /// Pages of 72 by 36 points, white, with a red square of 36 points at the left.
    static func pages(_ count: Int) -> [UInt8] { pages(Array(repeating: "/MediaBox [0 0 72 36]", count: count)) }

    /// A page for each of these, which say what its size is.
    static func pages(_ boxes: [String]) -> [UInt8] {
        let count = boxes.count
        let drawing = "1 0 0 rg 0 0 36 36 re f"
        var objects = [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Count \(count) /Kids [\((0..<count).map { "\($0 + 4) 0 R" }.joined(separator: " "))] >>",
            "<< /Length \(drawing.utf8.count) >>\nstream\n\(drawing)\nendstream",
        ]
        objects += boxes.map { "<< /Type /Page /Parent 2 0 R \($0) /Contents 3 0 R >>" }
        var text = "%PDF-1.4\n"
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(text.utf8.count)
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for offset in offsets { text += String(repeating: "0", count: 10 - "\(offset)".count) + "\(offset) 00000 n \n" }
        text += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
        return Array(text.utf8)
    }
}
