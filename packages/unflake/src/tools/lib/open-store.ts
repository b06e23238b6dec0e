/** Opens the store of the options or the config, or the subject's own: a file, or a database of PostgreSQL. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { defaultStorePath } from '../../store/default-store-path.ts';
import type { Store } from '../../store/port.ts';
import { isPostgresAddress, shownAddress } from '../../store/postgres/address.ts';
import type { Connection } from '../../store/sql/connection.ts';
import { sqlStore } from '../../store/sql/sql-store.ts';
import { connect } from '../../store/sqlite/connection.ts';
import { loadConfig } from './config.ts';
import { requireRoot } from './require-root.ts';
import type { ToolContext } from './tool.ts';

/** A flag before the environment before the config file; undefined: the subject's own. Every command asks here, so that all find the same cases. */
export const chosenStore = (
  given: string | undefined,
  config: { readonly store?: string | undefined },
  { env }: Pick<ToolContext, 'env'>,
): string | undefined => given ?? env.UNFLAKE_STORE ?? config.store;

/** `given`: as chosen by a tool that has a config file; otherwise that in the root is read. */
export async function openStore(root: string, given: string | undefined, context: ToolContext): Promise<Store> {
  return openStoreAt(await storeAddress(root, given, context));
}

export async function openStoreAt(address: string): Promise<Store> {
  return sqlStore(await connectStore(address));
}

export async function connectStore(address: string): Promise<Connection> {
  if (!isPostgresAddress(address)) {
    mkdirSync(dirname(address), { recursive: true });
    return connect(address);
  }
  // Its driver is loaded only by those who have such a store.
  const { connectPostgres } = await import('../../store/postgres/connection.ts');
  return connectPostgres(address);
}

/** An absolute path, which need not exist, or the address of a database. */
export async function storeAddress(
  root: string,
  given: string | undefined,
  context: Pick<ToolContext, 'cwd' | 'env'>,
): Promise<string> {
  const { cwd, env } = context;
  requireRoot(root, { cwd });
  const config = given === undefined && env.UNFLAKE_STORE === undefined ? await loadConfig(root) : {};
  const place = chosenStore(given, config, context) ?? defaultStorePath(root, env);
  return isPostgresAddress(place) ? place : resolve(cwd, place);
}

/** A database is there, or opening it says why not. */
export const storeExists = (address: string): boolean => isPostgresAddress(address) || existsSync(address);

/** For people. */
export const shownStore = (address: string): string => (isPostgresAddress(address) ? shownAddress(address) : address);
