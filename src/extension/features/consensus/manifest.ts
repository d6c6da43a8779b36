import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.addSealer": {
      menus: [{ view: "chains", line: ["sealers", "observer", "groupPeer"], writable: true, group: "3_member@1" }],
    },
    "chainside.addObserver": {
      menus: [{ view: "chains", line: ["observers", "sealer", "groupPeer"], writable: true, group: "3_member@2" }],
    },
    "chainside.setSealerWeight": { menus: [{ view: "chains", line: "sealer", writable: true, group: "3_member@3" }] },
    "chainside.removeNode": {
      menus: [{ view: "chains", line: ["sealer", "observer"], writable: true, group: "3_member@4" }],
    },
    "chainside.setTermWeight": { menus: [{ view: "chains", line: "sealer", writable: true, group: "3_member@5" }] },
  },
} satisfies ManifestPart;
