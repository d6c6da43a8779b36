import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.openSigningRequest": {
      title: text("Open Signing Request…"),
      icon: "preview",
      menus: [{ view: "accounts", group: "2_requests@1" }],
    },
    "chainside.sendSignedRequest": {
      title: text("Send Signed Request…"),
      icon: "send",
      menus: [{ view: "accounts", group: "2_requests@2" }],
    },
  },
} satisfies ManifestPart;
