// JSONWriter: the descriptive texts of manifests and canvases.

extension JSONWriter {
    /// Writes a field with a text in one language. The language "none" means an unknown language.
    mutating func languageMap(_ name: String, language: String, _ text: String) {
        object(name) { json in json.array(language) { $0.value(text) } }
    }

    /// Writes the descriptive fields of a resource.
    /// - Parameters:
    ///   - sidecar: the publisher's metadata.
    ///   - label: the label when the sidecar has none.
    ///   - note: a remark of the server itself, added to the metadata.
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
