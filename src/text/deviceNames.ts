const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|com[\d¹²³]|lpt[\d¹²³])$/i;

/** Whether Windows takes a name for a device in every folder, with any ending (Microsoft, "Naming Files, Paths, and Namespaces"). */
export const isDeviceName = (name: string): boolean => devices.test((name.split(".")[0] ?? "").trimEnd());
