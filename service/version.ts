/** Also the package's; a test holds them together. */
export const serviceVersion = '0.1.0';
