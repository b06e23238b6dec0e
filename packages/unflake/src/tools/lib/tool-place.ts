/** The fields about location that every tool's input shares. Spread into a tool's own shape. */
import * as z from 'zod';

export const PLACE = {
  root: z.string().min(1).optional().describe('Folder of the project; by default the current one'),
  store: z
    .string()
    .min(1)
    .optional()
    .describe(
      'File that keeps the cases, with caches next to it, or the address of a PostgreSQL database; by default a file per project in your state folder',
    ),
  config: z.string().min(1).optional().describe('Config file; by default unflake.config.{ts,js,json} in the root'),
} as const;
