/** When a menu of the manifest is that of a compiled contract's file. */
export const onArtifactFile =
  "resourceExtname == .abi || resourceExtname == .json && resourcePath =~ /\\b(artifacts|out|build)\\b/ && !(resourcePath =~ /\\b(build-info|cache|node_modules)\\b|\\.dbg\\.json$/)";

/** When it is that of a contract's file, compiled or not. */
export const onContractFile = `resourceExtname == .sol || ${onArtifactFile}`;

/** When it is that of a source on disk. */
export const onSourceFile = "resourceExtname == .sol && resourceScheme == file";
