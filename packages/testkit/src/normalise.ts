/** Makes outputs comparable across machines and runs by naming what may differ. */
export { type Envelope, normaliseEnvelopeForParity, type ParityOptions } from './normalise/envelope.ts';
export { normalise, normaliseText } from './normalise/normalise.ts';
export {
  durations,
  ids,
  type Normaliser,
  paths,
  ports,
  type Replacement,
  replacing,
  stacks,
  times,
} from './normalise/normalisers.ts';
