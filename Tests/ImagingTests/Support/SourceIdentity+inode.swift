// The inode of a file, by which FailingReads knows it.
@testable import Imaging

extension SourceIdentity {
    var inode: UInt {
        guard case .file(_, let inode) = revision else { preconditionFailure("only a file has an inode") }
        return inode
    }
}
