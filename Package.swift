// swift-tools-version: 6.3
// Azulejo: one executable on libuv, llhttp and libvips; no Swift package from elsewhere.
// The arrows between targets are the architecture: a target imports only what is named here (see ARCHITECTURE.md).
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// Tests call the same wrappers that the sources do, and are not published: strict memory safety would only be noise there.
let strictTests: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name + "Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies, swiftSettings: strictTests)
}

let package = Package(
    name: "azulejo",
    products: [.executable(name: "azulejo", targets: ["azulejo"])],
    targets: [
        // C libraries as modules
        .systemLibrary(name: "CUV", pkgConfig: "libuv", providers: [.apt(["libuv1-dev"])]),
        .systemLibrary(name: "CVips", pkgConfig: "vips", providers: [.apt(["libvips-dev"])]),
        .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
        .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "CPoppler", pkgConfig: "poppler-glib", providers: [.apt(["libpoppler-glib-dev"])]),
        .target(name: "CLLHTTP"),
        .target(name: "CLinux"),
        .target(name: "CJPEG", linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("turbojpeg")]),
        .target(name: "CTIFF", linkerSettings: [.linkedLibrary("tiff")]),

        // What the operating system gives
        module("System", ["CLinux", "CDeflate", "CGLib"]),

        // Pure values
        module("Geometry"),
        module("Protocols", ["Geometry"]),
        module("SampleWall"),

        // Threads and sockets
        module("Workers", ["System"]),
        module("EventLoop", ["CUV"]),
        module("HTTP", ["CLLHTTP", "CDeflate"]),

        // Images
        module("Imaging", ["CVips", "CJPEG", "CTIFF", "CPoppler", "System", "Geometry"]),
        module("Library", ["Imaging", "System", "Geometry"]),
        module("Pyramids", ["Library", "Imaging", "Workers", "System", "Geometry"]),

        // The program
        module("Server", ["EventLoop", "HTTP", "Protocols", "Pyramids", "Library", "Imaging", "Workers", "System", "Geometry"]),
        .executableTarget(name: "azulejo", dependencies: ["Server", "Imaging", "SampleWall", "Geometry", "CLinux"], swiftSettings: strict),

        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strictTests),
        .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
        .target(name: "FailingReads", path: "Tests/FailingReads"),
        .testTarget(name: "ArchitectureTests", dependencies: ["System"], swiftSettings: strictTests),
        tests("System", ["FailingReads"]),
        tests("Geometry", []),
        tests("Protocols", ["Geometry"]),
        tests("SampleWall", []),
        tests("Workers", ["System"]),
        tests("EventLoop", []),
        tests("HTTP", []),
        tests("Imaging", ["System", "Geometry", "FailingReads"]),
        tests("Library", ["System", "Imaging", "Geometry"]),
        tests("Pyramids", ["System", "Library", "Imaging", "Workers", "Geometry", "AllocationCounter", "FailingReads"]),
        tests(
            "Server",
            ["System", "EventLoop", "HTTP", "Protocols", "Pyramids", "Library", "Imaging", "Workers", "Geometry", "AllocationCounter"]),
    ]
)
