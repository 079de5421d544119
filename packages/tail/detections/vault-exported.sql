-- Vault exported: Someone exported a whole vault.
SELECT id, time, event #>> '{actor,user,email_addr}' AS who
FROM keywright_events
WHERE (event ->> 'type_uid')::int = 600107 AND event #>> '{web_resources,0,type}' = 'vault'
