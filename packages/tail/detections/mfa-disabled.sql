-- Second factor disabled: The second factor of a user or of the account is off.
SELECT id, time, event #>> '{actor,user,email_addr}' AS who
FROM keywright_events
WHERE event #>> '{metadata,event_code}' IN ('disblmfa', 'disblduo')
