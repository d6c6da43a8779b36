import type { ChainSession } from "../../chain/session";
import { t } from "../../text/catalogue";

/** Rights can be set on every newer chain, but only count while permissions are enforced. */
export const permissionsOffWarning = ({ authEnabled }: ChainSession): string[] =>
  authEnabled
    ? []
    : [
        t(
          "This chain doesn't enforce permissions now. The setting is stored and takes effect once permissions are on.",
        ),
      ];
