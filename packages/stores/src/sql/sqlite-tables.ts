/** Made of `migrations.ts` by its test; not to be changed by hand. */

/** The statements of each migration. */
export const SQLITE_TABLES: readonly string[] = [
  `
  create table "marks" ("name" text not null, "value" integer not null, constraint "marks_key" primary key ("name")) strict, without rowid;
  create table "heads" ("id" integer primary key, "match" blob not null unique, "head" blob not null) strict;
  create table "vault" ("kind" text not null, "name" text not null, "value" text not null, "digest" blob not null, constraint "vault_key" primary key ("kind", "name")) strict, without rowid;
  create table "matches" ("id" integer primary key, "match" blob not null unique, "head" blob not null, "game" text not null, "players" text not null, "folded" text not null, "first" text not null, "started_at" text, "entries" integer not null, "result" text not null, "reason" text, "outcome" text, "rated" integer not null, "source" text, "visibility" text not null, "hidden" integer not null, "opening" text not null) strict;
  create table "names" ("id" integer primary key, "name" text not null, "folded" text not null) strict;
  create table "seats" ("match" integer not null, "seat" integer not null, "name" integer not null, "score" text not null, constraint "seats_key" primary key ("match", "seat")) strict, without rowid;
  create table "positions" ("position" integer not null, "match" integer not null, constraint "positions_key" primary key ("position", "match")) strict, without rowid;
  create table "traces" ("match" integer primary key, "comments" text not null, "positions" blob not null) strict;
  `,
];
