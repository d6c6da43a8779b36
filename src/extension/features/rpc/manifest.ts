import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.callRpcMethod": {
      title: text("Call JSON-RPC Method…"),
      icon: "terminal",
      menus: [{ view: "chains", group: "1_chain@5" }],
    },
  },
} satisfies ManifestPart;
