import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  settings: {
    signDryRuns: {
      section: "signing",
      type: "boolean",
      default: false,
      order: 7,
      markdownDescription: "%setting.signDryRuns%",
      restricted: true,
    },
    "audit.enabled": {
      section: "signing",
      type: "boolean",
      default: true,
      scope: "machine",
      order: 7,
      markdownDescription: "%setting.audit.enabled%",
      restricted: true,
    },
    "audit.folder": {
      section: "signing",
      type: "string",
      default: "",
      scope: "machine",
      order: 7,
      markdownDescription: "%setting.audit.folder%",
      restricted: true,
    },
  },
} satisfies ManifestPart;
