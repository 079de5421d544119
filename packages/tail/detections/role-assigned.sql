-- Role assigned: A user got another role.
SELECT id, time, event #>> '{user,email_addr}' AS who
FROM keywright_events
WHERE (event ->> 'type_uid')::int = 300716
