private import CUV
public func v() -> UInt32 { uv_version() }
