import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  settings: {
    signDryRuns: {
      type: "boolean",
      default: false,
      order: 7,
      markdownDescription: "%setting.signDryRuns%",
      restricted: true,
    },
  },
} satisfies ManifestPart;
