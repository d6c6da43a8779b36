import { capitalised } from "../java/javaNames";

/** How the parts of a contract are called in its TypeScript module. */
export interface ModuleNames {
  /** `Kiosk`: of the module itself. */
  readonly module: string;
  /** `kiosk` of `kioskAbi`, `kioskAt`. */
  readonly constant: string;
  /** `Kiosk` of `KioskContract`, `deployKiosk`. */
  readonly type: string;
}

export const moduleNames = (module: string): ModuleNames => ({
  module,
  constant: module.charAt(0).toLowerCase() + module.slice(1),
  type: capitalised(module),
});
