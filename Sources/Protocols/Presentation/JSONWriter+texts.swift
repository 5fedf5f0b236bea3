// What manifests and canvases say in words, their own and those of the people who publish the images.

extension JSONWriter {
    /// A text in one language; "none" is no language in particular.
    mutating func languageMap(_ name: String, language: String, _ text: String) {
        object(name) { json in json.array(language) { $0.value(text) } }
    }

    /// The fields of a resource that are for people to read.
    /// - Parameters:
    ///   - label: what it is called where the sidecar does not say.
    ///   - note: what the server itself has to say of it.
    mutating func texts(_ sidecar: Sidecar?, label: String, note: String? = nil) {
        if let label = sidecar?.label { field("label", label) } else { languageMap("label", language: "none", label) }
        if let summary = sidecar?.summary { field("summary", summary) }
        let metadata = sidecar?.metadata ?? []
        if !metadata.isEmpty || note != nil {
            array("metadata") { json in
                for entry in metadata { json.value(entry) }
                guard let note else { return }
                json.object { json in
                    json.languageMap("label", language: "en", "Note")
                    json.languageMap("value", language: "en", note)
                }
            }
        }
        if let statement = sidecar?.requiredStatement { field("requiredStatement", statement) }
        if let rights = sidecar?.rights { field("rights", rights) }
    }
}
