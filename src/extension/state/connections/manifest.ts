import type { ManifestPart } from "../../kit/manifest/manifestPart";
import { numberLimits } from "../../kit/settings/numberLimits";

export default {
  settings: {
    connections: {
      section: "connections",
      type: "array",
      default: [],
      order: 1,
      markdownDescription: "%setting.connections%",
      items: {
        type: "object",
        required: ["name", "endpoints"],
        additionalProperties: false,
        defaultSnippets: [
          {
            body: {
              name: "${1:my chain}",
              endpoints: ["${2:http://127.0.0.1:20200}"],
              group: "${3:group0}",
              access: "${4:confirm}",
            },
          },
        ],
        properties: {
          name: { type: "string", minLength: 1, description: "%setting.connections.name%" },
          endpoints: {
            type: "array",
            minItems: 1,
            items: { type: "string", pattern: "^(?:https?|wss?)://" },
            description: "%setting.connections.endpoints%",
          },
          group: { type: "string", description: "%setting.connections.group%" },
          tls: {
            type: "object",
            additionalProperties: false,
            description: "%setting.connections.tls%",
            properties: {
              ca: { type: "string", description: "%setting.connections.tls.ca%" },
              cert: { type: "string", description: "%setting.connections.tls.cert%" },
              key: { type: "string", description: "%setting.connections.tls.key%" },
              enCert: { type: "string", description: "%setting.connections.tls.enCert%" },
              enKey: { type: "string", description: "%setting.connections.tls.enKey%" },
            },
          },
          timeoutMs: { type: "integer", minimum: 100, default: 10000, description: "%setting.connections.timeoutMs%" },
          archive: { type: "string", pattern: "^https?://", description: "%setting.connections.archive%" },
          production: { type: "boolean", description: "%setting.connections.production%" },
          pin: {
            type: "object",
            required: ["chainId"],
            additionalProperties: false,
            markdownDescription: "%setting.connections.pin%",
            properties: {
              chainId: { type: "string", minLength: 1, description: "%setting.connections.pin.chainId%" },
              groups: {
                type: "object",
                description: "%setting.connections.pin.groups%",
                additionalProperties: {
                  type: "object",
                  additionalProperties: false,
                  properties: {
                    genesisHash: {
                      type: "string",
                      pattern: "^0x[0-9a-fA-F]{64}$",
                      description: "%setting.connections.pin.genesisHash%",
                    },
                    sealers: {
                      type: "object",
                      description: "%setting.connections.pin.sealers%",
                      additionalProperties: { type: "integer", minimum: 1 },
                    },
                    atBlock: {
                      type: "integer",
                      minimum: 0,
                      default: 0,
                      description: "%setting.connections.pin.atBlock%",
                    },
                  },
                },
              },
            },
          },
          access: {
            type: "string",
            enum: ["readOnly", "confirm", "full"],
            default: "confirm",
            description: "%setting.connections.access%",
            enumDescriptions: ["%setting.access.readOnly%", "%setting.access.confirm%", "%setting.access.full%"],
          },
        },
      },
      restricted: true,
    },
    refreshIntervalMs: {
      section: "look",
      type: "integer",
      ...numberLimits.refreshIntervalMs,
      default: 2000,
      order: 7,
      description: "%setting.refreshIntervalMs%",
    },
    timeZone: { section: "look", type: "string", default: "", order: 8, description: "%setting.timeZone%" },
  },
} satisfies ManifestPart;
