import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: { "chainside.callRpcMethod": { icon: "terminal", menus: [{ view: "chains", group: "1_chain@5" }] } },
} satisfies ManifestPart;
