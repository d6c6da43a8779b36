import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.setSystemConfig": {
      icon: "edit",
      menus: [
        { view: "chains", line: "configKey", writable: true, group: "inline@1" },
        { view: "chains", line: ["configKey", "systemConfig"], writable: true, group: "3_config@1" },
      ],
    },
  },
} satisfies ManifestPart;
