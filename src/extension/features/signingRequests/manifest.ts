import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.openSigningRequest": { icon: "preview", menus: [{ view: "accounts", group: "2_requests@1" }] },
    "chainside.sendSignedRequest": { icon: "send", menus: [{ view: "accounts", group: "2_requests@2" }] },
  },
} satisfies ManifestPart;
