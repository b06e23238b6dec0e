/** Opens the store of the options or the config, or the subject's own: a file, or a database of PostgreSQL. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { defaultStorePath } from '../../store/default-store-path.ts';
import type { Store } from '../../store/port.ts';
import { isPostgresAddress, shownAddress } from '../../store/postgres/address.ts';
import type { Connection } from '../../store/sql/connection.ts';
import { sqlStore } from '../../store/sql/sql-store.ts';
import { connectionOf, openFile } from '../../store/sqlite/connection.ts';
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts';
import { loadConfig } from './config.ts';
import { requireRoot } from './require-root.ts';
import type { ToolContext } from './tool.ts';

/** Without `given`: what UNFLAKE_STORE says, or the config file in the root. */
export async function openStore(root: string, given: string | undefined, context: ToolContext): Promise<Store> {
  return openStoreAt(await storeAddress(root, given, context));
}

export async function openStoreAt(address: string): Promise<Store> {
  if (isPostgresAddress(address)) return { ...sqlStore(await connectStore(address)), history: null };
  mkdirSync(dirname(address), { recursive: true });
  return openSqliteStore(address);
}

export async function connectStore(address: string): Promise<Connection> {
  if (!isPostgresAddress(address)) {
    mkdirSync(dirname(address), { recursive: true });
    return connectionOf(openFile(address));
  }
  // Its driver is loaded only by those who have such a store.
  const { connectPostgres } = await import('../../store/postgres/connection.ts');
  return connectPostgres(address);
}

/** An absolute path, which need not exist, or the address of a database. */
export async function storeAddress(root: string, given: string | undefined, context: ToolContext): Promise<string> {
  const { cwd, env } = context;
  requireRoot(root, { cwd });
  const place = given ?? env.UNFLAKE_STORE ?? (await loadConfig(root)).store ?? defaultStorePath(root, env);
  return isPostgresAddress(place) ? place : resolve(cwd, place);
}

/** A database is there, or opening it says why not. */
export const storeExists = (address: string): boolean => isPostgresAddress(address) || existsSync(address);

/** For people. */
export const shownStore = (address: string): string => (isPostgresAddress(address) ? shownAddress(address) : address);
