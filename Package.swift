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
        .systemLibrary(name: "CPoppler", pkgConfig: "poppler-glib", providers: [.apt(["libpoppler-glib-dev"])]),
        .target(name: "CLLHTTP"),
        .target(name: "CLinux"),
        .target(name: "CJPEG", linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("turbojpeg")]),
        .target(name: "CTIFF", linkerSettings: [.linkedLibrary("tiff")]),

        // Pure values
        module("Geometry"),
        module("Protocols", ["Geometry"]),

        // Threads and sockets
        module("Workers"),
        module("EventLoop", ["CUV"]),
        module("HTTP", ["CLLHTTP", "CDeflate"]),

        // Images
        module("Imaging", ["CVips", "CJPEG", "CTIFF", "CPoppler", "Geometry"]),
        module("Library", ["Imaging", "Geometry"]),
        module("Pyramids", ["Library", "Imaging", "Workers", "Geometry", "CDeflate", "CLinux"]),

        // The program
        module("Server", ["EventLoop", "HTTP", "Protocols", "Pyramids", "Library", "Imaging", "Workers", "Geometry"]),
        .executableTarget(name: "azulejo", dependencies: ["Server", "Imaging", "Geometry", "CLinux"], swiftSettings: strict),

        // The sample picture: a tool that `./run serve` uses, no part of the program
        module("SampleWall"),
        .executableTarget(name: "sample-wall", dependencies: ["SampleWall", "CVips"], swiftSettings: strict),

        .target(name: "Sanitizers", path: "Tests/Sanitizers", exclude: ["address.txt"]),
        .target(name: "TestSupport", dependencies: ["Sanitizers"], path: "Tests/TestSupport", swiftSettings: strictTests),
        .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
        .target(name: "FailingReads", path: "Tests/FailingReads"),
        tests("Geometry", []),
        tests("Protocols", ["Geometry"]),
        tests("SampleWall", ["sample-wall", "Imaging", "CJPEG"]),
        tests("Workers", []),
        tests("EventLoop", []),
        tests("HTTP", []),
        tests("Imaging", ["Geometry", "FailingReads"]),
        tests("Library", ["Imaging", "Geometry"]),
        tests("Pyramids", ["Library", "Imaging", "Workers", "Geometry", "AllocationCounter", "FailingReads"]),
        tests("Server", ["EventLoop", "HTTP", "Protocols", "Pyramids", "Library", "Imaging", "Workers", "Geometry", "AllocationCounter"]),
    ]
)
