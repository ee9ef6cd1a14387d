-- The rights of an account "gm" in a PostgreSQL with games whose tables belong to another account.
--
-- The owner makes the tables once, by opening the database with any command, and again after an update of the program that
-- brings a new schema:
--
--     gm -c owner.toml list
--     psql -d games -f examples/rights.sql
--
-- The services then run as gm, which can change no table, and no entry of a game's log once it is written: what players wrote
-- and were told stays as it was, whoever gets hold of that account.
grant usage on schema public to gm;
grant select on deaddrop to gm;
grant select, insert, update, delete on game, task to gm;
grant select, insert on log to gm;
grant select, insert, update on blob to gm;
grant usage, select on sequence tag to gm;

-- With such a log no game can be removed, so gm archive and gm move from this database fail, and letters of strangers are not
-- forgotten after five weeks. To have these, give up the log that only grows:
--
--     grant delete on log to gm;
