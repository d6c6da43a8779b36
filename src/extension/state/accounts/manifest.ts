import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  settings: {
    addressBook: {
      section: "look",
      type: "object",
      patternProperties: { "^0x[0-9a-fA-F]{40}$": { type: "string", minLength: 1, maxLength: 40 } },
      additionalProperties: false,
      default: {},
      order: 7,
      markdownDescription: "%setting.addressBook%",
      restricted: true,
    },
  },
} satisfies ManifestPart;
