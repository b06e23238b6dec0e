// Products and prices. The tax rate can be changed while the shop is open, and lives in the module.
const products = new Map([
  ['tea', 40],
  ['cup', 60],
  ['pot', 120],
  ['tray', 80],
]);

let taxRate = 0;

exports.names = () => [...products.keys()];
exports.price = (name) => {
  if (!products.has(name)) throw new RangeError(`no product named ${name}`);
  return products.get(name);
};
exports.taxRate = () => taxRate;
exports.setTaxRate = (rate) => {
  if (!(rate >= 0 && rate < 1)) throw new RangeError(`not a tax rate: ${rate}`);
  taxRate = rate;
};
