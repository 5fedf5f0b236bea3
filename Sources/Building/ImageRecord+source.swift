// From a record to its file.

public import Imaging
public import Library

extension ImageRecord {
    /// The record's file, opened, if it is still the one that was described: another one would be cut up by the old one's measures, and
    /// kept under the old one's name. Worker threads.
    public func openSource() throws(ImagingError) -> SourceFile {
        let file = try SourceFile(path: path)
        guard file.identity == identity else { throw .changedWhileReading }
        return file
    }
}
