import { versionNumber } from "../../../text/versions";
import type { BlockRules } from "./host";

/** Data versions at which built-in contracts changed. */
export const dataVersion = {
  v3_1: versionNumber("3.1.0"),
  v3_2: versionNumber("3.2.0"),
  v3_3: versionNumber("3.3.0"),
  v3_6: versionNumber("3.6.0"),
} as const;

/** Whether a chain has the permission contracts and keeps who rules a contract: where permissions are on, and everywhere since 3.3. */
export const hasPermissionContracts = ({ authCheck, version }: BlockRules): boolean =>
  authCheck || version >= dataVersion.v3_3;
