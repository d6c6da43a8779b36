import type { ManifestPart } from "../manifest/manifestPart";

export default { commands: { "chainside.loadMore": { palette: false } } } satisfies ManifestPart;
