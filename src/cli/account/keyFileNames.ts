/** Whether a file may hold a key, by its name. */
export const isKeyFileName = (name: string): boolean => /\.(?:pem|p12|json|hex)$/.test(name);

/** The address that the name of a key file tells. */
export const addressInName = (name: string): string | undefined => /0x[0-9a-fA-F]{40}/.exec(name)?.[0];
