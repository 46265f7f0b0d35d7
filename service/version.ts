/** Equal to the version in package.json, which a test checks. */
export const serviceVersion = '0.1.0';
