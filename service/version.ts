/** A test checks that this is the version in package.json. */
export const serviceVersion = '0.1.0';
