/** What may be sent to a chain: nothing, what the user confirms each time, or anything (dangerous steps still ask). */
export type Access = "readOnly" | "confirm" | "full";

/** What a person knows of a chain, as it stands in the setting. */
export interface PinSetting {
  chainId: string;
  groups?: Record<string, { genesisHash?: string; sealers?: Record<string, number>; atBlock?: number }>;
}

/** One entry of the setting `chainside.connections`, as people write it: anything may be missing or wrong. */
export interface ConnectionSetting {
  name: string;
  endpoints: string[];
  group?: string;
  tls?: { ca?: string; cert?: string; key?: string; enCert?: string; enKey?: string };
  timeoutMs?: number;
  access?: Access;
  archive?: string;
  pin?: PinSetting;
  production?: boolean;
}
