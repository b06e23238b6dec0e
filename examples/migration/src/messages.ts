/** The messages between nodes. Each can be lost, duplicated or late; the receivers handle that. */

/** Something that lives on exactly one node. Its version goes up with every move and every migration. */
export interface Entity {
  readonly id: string;
  readonly x: number;
  readonly version: number;
}

export type Message =
  /** Source to destination. */
  | { readonly kind: 'prepare'; readonly token: string; readonly entity: Entity }
  | { readonly kind: 'commit'; readonly token: string }
  | { readonly kind: 'abort'; readonly token: string }
  /** Destination to source. */
  | { readonly kind: 'prepared'; readonly token: string }
  | { readonly kind: 'committed'; readonly token: string }
  | { readonly kind: 'aborted'; readonly token: string }
  | { readonly kind: 'refused'; readonly token: string }
  /** Owner to neighbour. */
  | { readonly kind: 'ghost'; readonly entity: Entity }
  | { readonly kind: 'ghost-gone'; readonly id: string; readonly version: number };

export type Reply = Extract<Message, { kind: 'prepared' | 'committed' | 'aborted' | 'refused' }>;

/** One word for the trace. */
export function labelOf(message: Message): string {
  if ('token' in message) return `${message.kind} ${message.token}`;
  return message.kind === 'ghost'
    ? `ghost ${message.entity.id} v${message.entity.version}`
    : `ghost-gone ${message.id}`;
}
