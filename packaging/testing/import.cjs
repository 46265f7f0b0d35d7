/** A native import: Vitest transforms the imports of modules. */
module.exports = (url) => import(url);
