private import CVips
public func i() -> Int32 { vips_version(0) }
