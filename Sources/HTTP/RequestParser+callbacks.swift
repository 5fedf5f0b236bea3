// RequestParser: the C functions that llhttp calls. Each finds the assembly of its parser and passes the bytes on.

internal import CLLHTTP

/// One table for all parsers. llhttp only reads it.
nonisolated(unsafe) let llhttpSettings: UnsafeMutablePointer<llhttp_settings_t> = {
    let settings = UnsafeMutablePointer<llhttp_settings_t>.allocate(capacity: 1)
    unsafe llhttp_settings_init(settings)
    unsafe settings.pointee.on_url = llhttpDidReadTarget
    unsafe settings.pointee.on_header_field = llhttpDidReadFieldName
    unsafe settings.pointee.on_header_field_complete = llhttpDidEndFieldName
    unsafe settings.pointee.on_header_value = llhttpDidReadFieldValue
    unsafe settings.pointee.on_header_value_complete = llhttpDidEndField
    unsafe settings.pointee.on_headers_complete = llhttpDidEndHead
    unsafe settings.pointee.on_body = llhttpDidReadBody
    unsafe settings.pointee.on_message_complete = llhttpDidEndMessage
    return unsafe settings
}()

private typealias LLHTTP = UnsafeMutablePointer<llhttp_t>?

private func assembly(_ parser: LLHTTP) -> UnsafeMutablePointer<RequestAssembly> {
    unsafe parser!.pointee.data.assumingMemoryBound(to: RequestAssembly.self)
}

private func buffer(_ start: UnsafePointer<CChar>?, _ count: Int) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeRawBufferPointer(start: start, count: count).bindMemory(to: UInt8.self)
}

@c private func llhttpDidReadTarget(_ parser: LLHTTP, _ start: UnsafePointer<CChar>?, _ count: Int) -> Int32 {
    unsafe assembly(parser).pointee.didReadTarget(buffer(start, count))
}

@c private func llhttpDidReadFieldName(_ parser: LLHTTP, _ start: UnsafePointer<CChar>?, _ count: Int) -> Int32 {
    unsafe assembly(parser).pointee.didReadFieldName(buffer(start, count))
}

@c private func llhttpDidEndFieldName(_ parser: LLHTTP) -> Int32 { unsafe assembly(parser).pointee.didEndFieldName() }

@c private func llhttpDidReadFieldValue(_ parser: LLHTTP, _ start: UnsafePointer<CChar>?, _ count: Int) -> Int32 {
    unsafe assembly(parser).pointee.didReadFieldValue(buffer(start, count))
}

@c private func llhttpDidEndField(_ parser: LLHTTP) -> Int32 { unsafe assembly(parser).pointee.didEndField() }

@c private func llhttpDidEndHead(_ parser: LLHTTP) -> Int32 { unsafe assembly(parser).pointee.didEndHead(parser!) }

@c private func llhttpDidReadBody(_ parser: LLHTTP, _ start: UnsafePointer<CChar>?, _ count: Int) -> Int32 {
    unsafe assembly(parser).pointee.didReadBody(buffer(start, count))
}

@c private func llhttpDidEndMessage(_ parser: LLHTTP) -> Int32 { unsafe assembly(parser).pointee.didEndMessage(parser!) }
