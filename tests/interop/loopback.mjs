// Preloaded with --import: keeps every server of the process on 127.0.0.1, whatever it asks for.
import net from 'node:net';

const { listen } = net.Server.prototype;
net.Server.prototype.listen = function (...args) {
  if (typeof args[0] === 'object' && args[0] !== null) {
    args[0] = { ...args[0], host: '127.0.0.1' };
  } else if (!Number.isNaN(Number(args[0]))) {
    args.splice(1, typeof args[1] === 'string' ? 1 : 0, '127.0.0.1');
  }
  return listen.apply(this, args);
};
