import { isAllowedByUser } from "../../kit/settings/settings";
import type { ChainGroup } from "../../state/connections/chainGroup";

/**
 * Whether a dry run may carry a signature without a question of its own. Never on a read-only connection, where nothing is signed;
 * with access `confirm` only where the setting says so, for nothing is signed there before a yes; with `full`, everything is.
 */
export function signsDryRuns({ connection }: ChainGroup): boolean {
  switch (connection.access) {
    case "readOnly":
      return false;
    case "confirm":
      return isAllowedByUser("signDryRuns");
    case "full":
      return true;
  }
}
