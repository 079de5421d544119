-- Access granted outside of the team: Someone outside of example.com got access to a vault. Replace the domain by yours.
SELECT id, time, event #>> '{user,email_addr}' AS who
FROM keywright_events
WHERE (event ->> 'type_uid')::int = 300501 AND event #>> '{user,email_addr}' NOT ILIKE '%@example.com'
