-- What the second version of the API reads beyond the first.

-- For the list of colors, which goes from one straight to the next.
create index wines_color on wines (color);
