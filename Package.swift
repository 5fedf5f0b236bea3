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
    products: [
        .executable(name: "azulejo", targets: ["azulejo"]),
        .executable(name: "sample-wall", targets: ["sample-wall"]),
    ],
    targets: [
        // C libraries as modules
        .systemLibrary(name: "CUV", pkgConfig: "libuv", providers: [.apt(["libuv1-dev"])]),
        .systemLibrary(name: "CVips", pkgConfig: "vips", providers: [.apt(["libvips-dev"])]),
        .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
        .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "CPoppler", pkgConfig: "poppler-glib", providers: [.apt(["libpoppler-glib-dev"])]),
        .target(name: "CLLHTTP"),
        .target(name: "CLinux"),
        .target(name: "CSource", dependencies: ["CLinux"]),
        .target(name: "CJPEG", dependencies: ["CSource"], linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("turbojpeg")]),
        .target(name: "CTIFF", dependencies: ["CSource"], linkerSettings: [.linkedLibrary("tiff")]),

        // What the operating system gives
        module("System", ["CLinux", "CDeflate", "CGLib"]),

        // Pure values
        module("Geometry"),
        module("Protocols", ["Geometry"]),

        // Threads and sockets
        module("Workers", ["System"]),
        module("EventLoop", ["CUV"]),
        module("HTTP", ["CLLHTTP", "CDeflate"]),

        // Images
        module("Imaging", ["CVips", "CJPEG", "CTIFF", "CPoppler", "CSource", "System", "Geometry"]),
        module("Library", ["Imaging", "System", "Geometry"]),

        // Pyramids and tiles, each on the one before
        module("PyramidFormat", ["Protocols", "Geometry", "System"]),
        module("Building", ["PyramidFormat", "Protocols", "Library", "Imaging", "Workers", "Geometry", "System"]),
        module("Caching", ["Building", "PyramidFormat", "Library", "Workers", "Geometry", "System"]),
        module("Tiles", ["Caching", "Building", "PyramidFormat", "Library", "Imaging", "Workers", "Geometry", "System"]),

        // The program
        module(
            "Server",
            [
                "EventLoop", "HTTP", "Protocols", "Tiles", "Caching", "Building", "Library", "Imaging", "Workers", "Geometry", "System",
            ]),
        module(
            "Commands",
            ["Server", "Protocols", "Tiles", "Building", "Library", "Imaging", "Geometry", "System", "CLinux"]),
        .executableTarget(name: "azulejo", dependencies: ["Commands"], swiftSettings: strict),

        // The sample picture: a tool that `./run serve` uses, no part of the program
        module("SampleWall"),
        .executableTarget(name: "sample-wall", dependencies: ["SampleWall", "CVips", "CSource"], swiftSettings: strict),

        .target(name: "Sanitizers", path: "Tests/Sanitizers", exclude: ["address.txt"]),
        .target(name: "TestSupport", dependencies: ["Sanitizers"], path: "Tests/TestSupport", swiftSettings: strictTests),
        .target(
            name: "PyramidSupport", dependencies: ["TestSupport", "Caching", "Library", "Imaging", "Geometry"],
            path: "Tests/PyramidSupport",
            swiftSettings: strictTests),
        .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
        .target(name: "FailingReads", path: "Tests/FailingReads"),
        .testTarget(name: "ArchitectureTests", dependencies: ["System"], swiftSettings: strictTests),
        tests("System", ["FailingReads"]),
        tests("Geometry", []),
        tests("Protocols", ["Geometry"]),
        tests("SampleWall", ["sample-wall", "Imaging", "CJPEG"]),
        tests("Workers", ["System"]),
        tests("EventLoop", []),
        tests("HTTP", []),
        tests("Imaging", ["System", "Geometry", "FailingReads"]),
        tests("Library", ["System", "Imaging", "Geometry"]),
        tests("PyramidFormat", ["PyramidSupport", "Geometry", "System"]),
        tests("Building", ["PyramidSupport", "PyramidFormat", "Library", "Imaging", "Workers", "Geometry", "System", "FailingReads"]),
        tests("Caching", ["PyramidSupport", "Building", "PyramidFormat", "Library", "Geometry", "System", "AllocationCounter"]),
        tests(
            "Tiles",
            [
                "PyramidSupport", "Caching", "Building", "PyramidFormat", "Library", "Imaging", "Workers", "Geometry", "System",
                "FailingReads",
            ]),
        tests(
            "Server",
            [
                "System", "EventLoop", "HTTP", "Protocols", "Tiles", "Caching", "Building", "Library", "Imaging", "Workers", "Geometry",
                "AllocationCounter",
            ]),
        tests("Commands", ["Server", "Protocols", "Building", "Imaging", "Geometry", "System"]),
    ]
)
