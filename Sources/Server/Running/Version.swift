// Version: the version of this program.

/// The program's version, written by `azulejo --version` and in the first line of the server.
public enum Version {
    public static let current = "0.1.0"
}
