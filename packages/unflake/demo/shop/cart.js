const catalogue = require('./catalogue.js');

exports.create = () => ({ items: [] });
exports.add = (cart, name, count = 1) => {
  catalogue.price(name);
  for (let n = 0; n < count; n++) cart.items.push(name);
  return cart;
};
exports.remove = (cart, name) => {
  const at = cart.items.indexOf(name);
  if (at >= 0) cart.items.splice(at, 1);
  return cart;
};
exports.total = (cart) => {
  const net = cart.items.reduce((sum, name) => sum + catalogue.price(name), 0);
  return Math.round(net * (1 + catalogue.taxRate()));
};
