// The version of this program.

/// The program's version, as `azulejo --version` and the first line of output say it.
public enum Version {
    public static let current = "0.1.0"
}
