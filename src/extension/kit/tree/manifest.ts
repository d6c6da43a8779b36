import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../manifest/manifestPart";

export default {
  commands: { "chainside.loadMore": { title: text("Load More"), palette: false } },
} satisfies ManifestPart;
